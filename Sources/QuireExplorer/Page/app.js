document.getElementById("app").textContent = "The page is not here yet.";
